/**
 * The little file that a spreadsheet program leaves beside a workbook while it is open: `~$ventas.xlsx` of Excel, `.~lock.ventas.ods#` of
 * LibreOffice (`_~lock…` where a name of ours may not begin with a dot). It says who has the workbook open, and holds no rows.
 */
const LOCK_FILE = /^(?:~\$|[._]~lock\.)/;

/** `name`: the name of a file, without its folder. */
export const isLockFile = (name: string): boolean => LOCK_FILE.test(name);
