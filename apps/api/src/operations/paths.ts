// What the routes for operators share.
export const OPERATIONS = '/operations/v1';
export const malformed = 'ValidationControl.Error';
