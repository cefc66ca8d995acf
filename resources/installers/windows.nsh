; What electron-builder's installer for Windows does not do by itself. Not built where these files are checked: see test/electron/packaged.test.ts.

; Always for who runs it: the page that asks about all users is not shown, since that needs an administrator.
!macro customInstallMode
  StrCpy $isForceCurrentInstall "1"
!macroend

; Offers the program under "Open with" and leaves the default of each kind of file alone: `OpenWithProgids` adds, the unnamed value of the
; extension would take it from the spreadsheet program. That is also why `fileAssociations` of electron-builder is not used here.
!macro offerFor EXTENSION
  WriteRegStr SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "Conciliador.Planilla" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\SupportedTypes" ".${EXTENSION}" ""
!macroend
!macro offerNoMoreFor EXTENSION
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${EXTENSION}\OpenWithProgids" "Conciliador.Planilla"
!macroend

; SHCNE_ASSOCCHANGED: the explorer reads the list again.
!macro tellExplorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0x1000, p 0, p 0)'
!macroend

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Conciliador.Planilla" "" "Planilla"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Conciliador.Planilla\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Conciliador.Planilla\shell\open\command" "" '"$appExe" "%1"'
  WriteRegStr SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}\shell\open\command" "" '"$appExe" "%1"'
  !insertmacro offerFor "xlsx"
  !insertmacro offerFor "xlsb"
  !insertmacro offerFor "xls"
  !insertmacro offerFor "ods"
  !insertmacro offerFor "csv"
  !insertmacro offerFor "tsv"
  !insertmacro tellExplorer
!macroend

!macro customUnInstall
  !insertmacro offerNoMoreFor "xlsx"
  !insertmacro offerNoMoreFor "xlsb"
  !insertmacro offerNoMoreFor "xls"
  !insertmacro offerNoMoreFor "ods"
  !insertmacro offerNoMoreFor "csv"
  !insertmacro offerNoMoreFor "tsv"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Conciliador.Planilla"
  DeleteRegKey SHELL_CONTEXT "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"
  !insertmacro tellExplorer
!macroend
