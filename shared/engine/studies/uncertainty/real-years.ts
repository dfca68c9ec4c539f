/** Where the savings of an anchor site with the hourly prices of real years lie in its scenarios; a test holds them. */
export const REAL_YEAR_PERCENTILES = { 2021: 7, 2022: 79, 2023: 54, 2024: 49, 2025: 84 };
