/** The package's version, on every signal (spec §10). A test holds it equal to package.json. */
export const VERSION = '0.1.0';
