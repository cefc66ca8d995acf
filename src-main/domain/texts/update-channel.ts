/** The channel that has only stable versions, by electron-builder's name. */
export const STABLE_CHANNEL = 'latest';
