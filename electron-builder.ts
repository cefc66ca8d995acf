import { Arch, type Configuration } from 'electron-builder';
import { bringPackages, type Target } from './scripts/release/stage.ts';
import { readSigning } from './scripts/release/signing.ts';
import { RELEASE } from './src-main/app/updates/release.ts';
import { APP_ID } from './src-main/hosts/electron/identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Spreadsheets that the program reads, offered in "open with" and never taken from the program that opens them. */
const SPREADSHEETS = [
  { ext: 'xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { ext: 'xlsb', mimeType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12' },
  { ext: 'xls', mimeType: 'application/vnd.ms-excel' },
  { ext: 'ods', mimeType: 'application/vnd.oasis.opendocument.spreadsheet' },
  { ext: 'csv', mimeType: 'text/csv' },
  { ext: 'tsv', mimeType: 'text/tab-separated-values' },
] as const;

/**
 * Leaves out the database's binaries of other systems and processors, all of which come in its package. `${platform}` of electron-builder would be
 * the system that packs, not the one that is packed for.
 */
const onlyDatabaseOf = (os: Os): string => `!node_modules/better-sqlite3/prebuilds/!(${os}-\${arch}).node`;

type Os = Target['os'];
const isOs = (name: string): name is Os => ['win32', 'darwin', 'linux'].includes(name);

/**
 * The installable programs, made on each system for itself (`npm run dist`, scripts/release/dist.ts). Nothing is compiled: better-sqlite3
 * and the keychain bring their binaries. Of the environment: what signs (scripts/release/signing.ts) and `CONCILIADOR_HUMO` (the build that a test
 * drives). `latest*.yml` is made where `release` has an address.
 */
export function createConfiguration(env: Environment, { feed }: typeof RELEASE): Configuration {
  const signing = readSigning(env);
  const smoke = env['CONCILIADOR_HUMO'] === '1';
  return {
    appId: APP_ID,
    productName: 'Conciliador',
    copyright: 'Conciliador',
    // A .deb must name a page and an author; there is no page, which is what the name says (RFC 2606).
    extraMetadata: {
      homepage: 'https://conciliador.invalid/',
      author: { name: 'Conciliador', email: 'soporte@conciliador.invalid' },
    },
    directories: {
      app: 'dist/programa', // made by stage.ts
      output: smoke ? 'dist/humo' : 'dist',
      buildResources: 'resources/icons',
    },
    beforePack: async ({ packager, electronPlatformName, arch }) => {
      const cpu = Arch[arch];
      if (!isOs(electronPlatformName) || cpu === undefined) throw new Error(`No packages for ${electronPlatformName}`);
      await bringPackages(packager.info.appDir, { os: electronPlatformName, cpu });
    },
    files: [
      'package.json',
      'out/main/**',
      'out/preload/**',
      'out/renderer/**',
      'resources/ejemplo/**',
      '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
      // What nothing reads while the program runs: types, headers, tests, pages, and what their authors' tools are told.
      '!node_modules/{@types,node-addon-api}/**',
      '!**/*.{md,markdown,map,ts,mts,cts,flow,c,h,gyp,gypi,njs,sh,bnf,yml,yaml}',
      '!node_modules/**/{test,tests,__tests__,spec,integration,docs,example,examples,benchmark,benchmarks,bench}/**',
      '!node_modules/**/.*',
    ],
    asar: true,
    // A binary is loaded by the system, which does not see inside the archive; the example is handed to other programs.
    asarUnpack: ['**/*.node', 'resources/ejemplo/**'],
    npmRebuild: false,
    nodeGypRebuild: false,
    buildDependenciesFromSource: false,
    publish: feed === null ? null : { provider: 'generic', url: feed },
    generateUpdatesFilesForAllChannels: true, // a program on `beta` is told of stable versions too
    electronLanguages: ['es', 'es-419', 'en-US'],
    electronFuses: {
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: smoke,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
      resetAdHocDarwinSignature: false,
    },
    artifactName: 'conciliador-${version}-${os}-${arch}.${ext}',
    win: {
      target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
      icon: 'resources/icons/icon.ico',
      files: [onlyDatabaseOf('win32')],
    },
    nsis: {
      oneClick: false,
      buildUniversalInstaller: false, // half the download
      perMachine: false, // into the user's folder: no administrator is needed
      allowElevation: false,
      include: 'resources/installers/windows.nsh', // no question about all users; "open with"
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false, // the ledger is there
      language: '11274', // es-AR
      installerLanguages: ['es_ES'],
    },
    mac: {
      // Updates are taken from the zip.
      target: [
        { target: 'dmg', arch: ['x64', 'arm64'] },
        { target: 'zip', arch: ['x64', 'arm64'] },
      ],
      files: [onlyDatabaseOf('darwin')],
      category: 'public.app-category.finance',
      icon: 'resources/icons/icon.icns',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      // A program without any signature does not start on Apple's processors: without a key it is signed for this machine.
      ...(signing.mac ? {} : { identity: '-' }),
      notarize: signing.notarised,
      entitlements: `resources/installers/${signing.mac ? 'mac' : 'mac-unsigned'}.plist`,
      entitlementsInherit: `resources/installers/${signing.mac ? 'mac' : 'mac-unsigned'}.plist`,
      fileAssociations: SPREADSHEETS.map(({ ext }) => ({
        ext,
        name: `Planilla .${ext}`,
        role: 'Viewer',
        rank: 'Alternate',
      })),
    },
    dmg: { title: 'Conciliador ${version}' },
    linux: {
      target: [{ target: 'AppImage' }, { target: 'deb' }],
      files: [onlyDatabaseOf('linux')],
      executableName: 'conciliador',
      category: 'Office;Finance',
      synopsis: 'Concilia los cupones del comercio con los procesadores de tarjetas',
      maintainer: 'Conciliador <soporte@conciliador.invalid>',
      vendor: 'Conciliador',
      icon: 'resources/icons/linux',
      // In the .desktop file: offered. What opens by default is in mimeapps.list, which nothing of ours writes.
      mimeTypes: SPREADSHEETS.map(({ mimeType }) => mimeType),
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
}
export default createConfiguration(process.env, RELEASE);
