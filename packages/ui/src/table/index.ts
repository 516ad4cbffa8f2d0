export { type Column, DataTable } from './data-table.tsx';
export { BY_TIME, ListFoot } from './list-foot.tsx';
