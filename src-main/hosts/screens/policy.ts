/** Headers that every answer carries. */
export const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=(), clipboard-read=(self)',
  // Names of files have a hash of their content, but other programs reuse the port: browsers must keep nothing.
  'cache-control': 'no-store',
};

/**
 * The policy of a document: it may load only what the host itself serves. The nonce is for the style elements that the grid makes at run time;
 * scripts are files. No `data:`, no inline script, no inline style attribute, no frame, no form that leaves the page.
 */
export const buildPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types svelte-trusted-html',
  ].join('; ');
