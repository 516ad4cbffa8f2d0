export { addressWithCountry, Country, countryName, explanationOf } from './countries.tsx';
