export { Country, countryName, explanationOf } from './countries.tsx';
