import type { Configuration } from 'electron-builder';
import { APP_ID } from './src-main/hosts/electron/identity.ts';

/**
 * The installable programs. Made on each system for itself (`npm run dist`): the keychain's binary is a package of the system that
 * installs it. Nothing is compiled: better-sqlite3 and the keychain bring theirs.
 */
const configuration: Configuration = {
  appId: APP_ID,
  productName: 'Conciliador',
  copyright: 'Conciliador',
  // A .deb must name a page and an author; there is no page, which is what the name says (RFC 2606).
  extraMetadata: {
    homepage: 'https://conciliador.invalid/',
    author: { name: 'Conciliador', email: 'soporte@conciliador.invalid' },
  },
  directories: { output: 'dist', buildResources: 'resources/iconos' },
  files: [
    'package.json',
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'resources/ejemplo/**',
    '!**/.huella',
    // Of the binaries of every system, the one that this package is for.
    '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
    '!node_modules/better-sqlite3/prebuilds/*.node',
    'node_modules/better-sqlite3/prebuilds/${platform}-${arch}.node',
    '!**/*.{md,map,ts,mts,cts,flow}',
    '!node_modules/*/{test,tests,docs,example,examples,benchmark,benchmarks}',
  ],
  asar: true,
  // A binary is loaded by the system, which does not see inside the archive; the example is handed to other programs.
  asarUnpack: ['**/*.node', 'resources/ejemplo/**'],
  npmRebuild: false,
  nodeGypRebuild: false,
  buildDependenciesFromSource: false,
  publish: null,
  electronLanguages: ['es', 'es-419', 'en-US'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: false,
  },
  artifactName: 'conciliador-${version}-${os}-${arch}.${ext}',
  win: { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }], icon: 'resources/iconos/icono.png' },
  nsis: {
    oneClick: false,
    perMachine: false, // into the user's folder: no administrator is needed
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false, // the ledger is there
    language: '11274', // es-AR
    installerLanguages: ['es_ES'],
  },
  mac: {
    target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
    category: 'public.app-category.finance',
    icon: 'resources/iconos/icono.png',
    hardenedRuntime: true,
    gatekeeperAssess: false,
  },
  dmg: { title: 'Conciliador ${version}' },
  linux: {
    target: [{ target: 'AppImage' }, { target: 'deb' }],
    executableName: 'conciliador',
    category: 'Office;Finance',
    synopsis: 'Concilia los cupones del comercio con los procesadores de tarjetas',
    maintainer: 'Conciliador <soporte@conciliador.invalid>',
    vendor: 'Conciliador',
    icon: 'resources/iconos/icono.png',
  },
  deb: {
    // Electron's, and the keychain's service that secrets are kept in.
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
    ],
    recommends: ['gnome-keyring'],
  },
};
export default configuration;
