/** Whether the status of a refusal may mean that the token ended (docs/api.md, "Authentication"). */
export const namesToken = (status: number): boolean => status === 401 || status === 403;
