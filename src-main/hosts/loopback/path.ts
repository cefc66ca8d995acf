import { randomBytes } from 'node:crypto';

/**
 * The path before `/api/` in the calls of a tab. The browser sends the cookie only with this path. Cookies ignore ports: without the path,
 * every other server of this machine would get our cookie, and could replace it. Nobody else knows the path.
 */
export const createPath = (): string => `/~${randomBytes(16).toString('base64url')}`;

const PATH_PREFIX = /^\/~[\w-]{22}(?=\/api\/)/;

/** The address without the path, as the routes know it. The path itself lets nobody in: the cookie that comes with it does. */
export const stripPath = (url: string): string => url.replace(PATH_PREFIX, '');
