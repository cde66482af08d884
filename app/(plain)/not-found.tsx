// Each section needs its own file, so that its layout is the frame.
export { default, generateMetadata } from "../(app)/not-found";
