export { Country, countryName, withCountryNames } from './countries.tsx';
