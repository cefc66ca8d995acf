import { Arch, type Configuration } from 'electron-builder';
import { bringPackages, type Target } from './scripts/release/stage.ts';
import { readSigning } from './scripts/release/signing.ts';
import { RELEASE } from './src-main/app/updates/release.ts';
import { APP_ID } from './src-main/hosts/electron/identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Spreadsheets that the program can read. The system offers it in "open with", and keeps the program that opens them by default. */
const SPREADSHEETS = [
  { ext: 'xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  { ext: 'xlsb', mimeType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12' },
  { ext: 'xls', mimeType: 'application/vnd.ms-excel' },
  { ext: 'ods', mimeType: 'application/vnd.oasis.opendocument.spreadsheet' },
  { ext: 'csv', mimeType: 'text/csv' },
  { ext: 'tsv', mimeType: 'text/tab-separated-values' },
] as const;

/**
 * Leaves out the database's binaries for other systems and processors, which are all in its package. Not `${platform}` of electron-builder, which is
 * the system that packs and not the target.
 */
const onlyDatabaseOf = (os: Os): string => `!node_modules/better-sqlite3/prebuilds/!(${os}-\${arch}).node`;

type Os = Target['os'];
const isOs = (name: string): name is Os => ['win32', 'darwin', 'linux'].includes(name);

/**
 * The installable programs, each made on its own system (`npm run dist`, scripts/release/dist.ts). Nothing is compiled: better-sqlite3 and the
 * keychain bring their binaries. Variables of the environment that are used: those for signing (scripts/release/signing.ts) and `CONCILIADOR_HUMO`
 * (the build that a test drives). `latest*.yml` is made when `release` has an address.
 */
export function createConfiguration(env: Environment, { feed }: typeof RELEASE): Configuration {
  const signing = readSigning(env);
  const smoke = env['CONCILIADOR_HUMO'] === '1';
  return {
    appId: APP_ID,
    productName: 'Conciliador',
    copyright: 'Conciliador',
    // A .deb must name a page and an author. There is no page: this name is reserved as invalid (RFC 2606).
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
      // Files that the running program never reads: types, headers, tests, pages, and files for the tools of the packages' authors.
      '!node_modules/{@types,node-addon-api}/**',
      '!**/*.{md,markdown,map,ts,mts,cts,flow,c,h,gyp,gypi,njs,sh,bnf,yml,yaml}',
      '!node_modules/**/{test,tests,__tests__,spec,integration,docs,example,examples,benchmark,benchmarks,bench}/**',
      '!node_modules/**/.*',
    ],
    asar: true,
    // Binaries stay outside the archive, because the system loads them and cannot read it; the example, because other programs open it.
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
      // Updates use the zip.
      target: [
        { target: 'dmg', arch: ['x64', 'arm64'] },
        { target: 'zip', arch: ['x64', 'arm64'] },
      ],
      files: [onlyDatabaseOf('darwin')],
      category: 'public.app-category.finance',
      icon: 'resources/icons/icon.icns',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      // A program without any signature does not start on Apple's processors: without a key it gets a signature for this machine.
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
      // For the .desktop file: the program is offered for these types. The default program is in mimeapps.list, which we never write.
      mimeTypes: SPREADSHEETS.map(({ mimeType }) => mimeType),
    },
    deb: {
      // The dependencies of Electron, and the keychain's service for secrets.
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
