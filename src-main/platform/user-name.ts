import { userInfo } from 'node:os';

/** The name of the person who is at this machine, as the system knows it; `?` where it knows none (a container without an entry for its user). */
export function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return '?';
  }
}
