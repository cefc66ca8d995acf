/**
 * Whether the status of a refusal may mean that the token ended: 401 and 403 (docs/api.md, "Authentication"), and 419, which means that a session
 * ended and nothing else (docs/gaps.md, `token_vencido`).
 */
export const namesToken = (status: number): boolean => status === 401 || status === 403 || status === 419;
