import full from "./eslint.config.mjs";
import ts from "typescript-eslint";
const typed = new Set(Object.keys(ts.configs.disableTypeChecked.rules));
export default full.filter(c=>c).map(c=>{const {rules,...r}=c; const lo={...(r.languageOptions??{})}; if(lo.parserOptions){delete lo.parserOptions}; return {...r, ...(r.languageOptions?{languageOptions:lo}:{}), ...(rules?{rules:Object.fromEntries(Object.entries(rules).filter(([k])=>!typed.has(k)))}:{})}});
