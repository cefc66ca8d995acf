import { randomBytes } from 'node:crypto';

/**
 * The path before `/api/` by which a tab calls, and the only one that the browser sends its cookie with. Cookies ignore ports: without it every
 * other server of this machine would be sent ours, and could put another one in its place. Nobody else knows the path.
 */
export const createPath = (): string => `/~${randomBytes(16).toString('base64url')}`;

const PATH_PREFIX = /^\/~[\w-]{22}(?=\/api\/)/;

/** The address without it: what the routes know. Which path it was lets nobody in, the cookie that came with it does. */
export const stripPath = (url: string): string => url.replace(PATH_PREFIX, '');
