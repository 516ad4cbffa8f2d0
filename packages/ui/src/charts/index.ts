export { Chart } from './chart.tsx';
export { Drawing } from './drawing.tsx';
