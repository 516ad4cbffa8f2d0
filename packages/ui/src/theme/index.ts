export { Look } from './look.tsx';
