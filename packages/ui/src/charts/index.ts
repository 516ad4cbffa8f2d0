export { Chart, Drawing } from './chart.tsx';
