export { statusNumbers } from "@/lib/events/status-numbers";
