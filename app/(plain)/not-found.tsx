// Each section needs a file of its own, so that its layout is the frame.
export { default, generateMetadata } from "../(app)/not-found";
