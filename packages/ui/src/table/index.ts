export { BY_TIME, type Column, DataTable, ListFoot } from './data-table.tsx';
