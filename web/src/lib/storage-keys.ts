/** Local storage key of the session credential. */
export const TOKEN_STORAGE_KEY = "authToken";
