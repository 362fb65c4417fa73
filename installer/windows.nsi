; Tagbridge for Windows, by Debian's makensis 3.08 or newer: `cargo xtask dist --windows` calls it with
;   /DVERSION=0.1.0 /DNUMBERS=0.1.0.0 /DFILES=folder of both programs /DOUT=what is made
;
; One installer for both ways: for this user alone (no administrator needed), or for all users of the machine.
;   /S                       asks nothing
;   /AllUsers, /CurrentUser  for whom; unless said, an administrator installs for all
;   /D=C:\a folder           where to; the last argument, without quotes
;   uninstall.exe /S /RemoveData   removes configuration and data, too; unless said, they stay
; Exit codes: 0 done, 1 ended by the person, 2 it runs or may not.
Target amd64-unicode
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinMessages.nsh
!include nsDialogs.nsh

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Tagbridge"
!define WEBVIEW "Software\Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"

Name "Tagbridge"
OutFile "${OUT}"
InstallDir ""
RequestExecutionLevel highest
SetCompressor /SOLID lzma
; Both programs have most of their code in common.
SetCompressorDictSize 64
VIProductVersion "${NUMBERS}"
VIAddVersionKey ProductName "Tagbridge"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "Installs Tagbridge"
VIAddVersionKey LegalCopyright "Apache-2.0"

Var ForAll     ; "1": for all users of the machine
Var Choice
Var WebView    ; its version; empty: there is none

!define MUI_ICON "..\src-tauri\icons\icon.ico"
!define MUI_UNICON "..\src-tauri\icons\icon.ico"
!insertmacro MUI_PAGE_LICENSE "..\LICENSE"
Page custom AskForWhom TakeForWhom
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
Page custom TellOfWebView
!insertmacro MUI_UNPAGE_CONFIRM
UninstPage custom un.AskForData un.TakeForData
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString ForWhom ${LANG_ENGLISH} "For whom is Tagbridge installed?"
LangString ForWhom ${LANG_GERMAN} "Für wen wird Tagbridge installiert?"
LangString ForMe ${LANG_ENGLISH} "For me alone"
LangString ForMe ${LANG_GERMAN} "Nur für mich"
LangString ForEverybody ${LANG_ENGLISH} "For all users of this computer (as administrator)"
LangString ForEverybody ${LANG_GERMAN} "Für alle Benutzer dieses Computers (als Administrator)"
LangString NoRights ${LANG_ENGLISH} "Only an administrator can install it for all users."
LangString NoRights ${LANG_GERMAN} "Nur ein Administrator kann es für alle Benutzer installieren."
LangString Running ${LANG_ENGLISH} "Tagbridge is running. End it (tray, `tagbridge service stop`), then try again."
LangString Running ${LANG_GERMAN} "Tagbridge läuft. Beenden Sie es (Infobereich, `tagbridge service stop`), und versuchen Sie es noch einmal."
LangString NoWebView ${LANG_ENGLISH} "The window needs WebView2, which this computer does not have. Install the WebView2 Runtime of Microsoft (Evergreen; there is an installer for computers without internet, too). Until then `tagbridge run --console` shows the same screens in a browser."
LangString NoWebView ${LANG_GERMAN} "Das Fenster braucht WebView2, das dieser Computer nicht hat. Installieren Sie die WebView2-Laufzeit von Microsoft (Evergreen; es gibt sie auch für Computer ohne Internet). Bis dahin zeigt `tagbridge run --console` dieselben Ansichten im Browser."
LangString Data ${LANG_ENGLISH} "Configuration and data"
LangString Data ${LANG_GERMAN} "Konfiguration und Daten"
LangString RemoveData ${LANG_ENGLISH} "Also remove configuration and data, including snapshots that were not delivered. This cannot be undone."
LangString RemoveData ${LANG_GERMAN} "Auch Konfiguration und Daten entfernen, samt Datensätzen, die nicht übertragen sind. Das lässt sich nicht rückgängig machen."

; Whom it is for decides folders and the part of the registry. `un` or nothing.
!macro ChooseWhom un
Function ${un}ChooseWhom
  ${If} $ForAll == 1
    SetShellVarContext all
  ${Else}
    SetShellVarContext current
  ${EndIf}
FunctionEnd
!macroend
!insertmacro ChooseWhom ""
!insertmacro ChooseWhom "un."

; A program that runs cannot be written to.
!macro RefuseIfRuns un
Function ${un}RefuseIfRuns
  ${ForEach} $R1 1 2 + 1
    StrCpy $R2 "$INSTDIR\tagbridge.exe"
    ${If} $R1 == 2
      StrCpy $R2 "$INSTDIR\tagbridge-desktop.exe"
    ${EndIf}
    ${If} ${FileExists} "$R2"
      ClearErrors
      FileOpen $R3 "$R2" a
      ${If} ${Errors}
        MessageBox MB_OK|MB_ICONSTOP "$(Running)" /SD IDOK
        SetErrorLevel 2
        Abort
      ${EndIf}
      FileClose $R3
    ${EndIf}
  ${Next}
FunctionEnd
!macroend
!insertmacro RefuseIfRuns ""
!insertmacro RefuseIfRuns "un."

Function .onInit
  SetRegView 64
  UserInfo::GetAccountType
  Pop $R0
  StrCpy $ForAll 0
  ${If} $R0 == "Admin"
    StrCpy $ForAll 1
  ${EndIf}
  ${GetParameters} $R1
  ClearErrors
  ${GetOptions} $R1 "/CurrentUser" $R2
  ${IfNot} ${Errors}
    StrCpy $ForAll 0
  ${EndIf}
  ClearErrors
  ${GetOptions} $R1 "/AllUsers" $R2
  ${IfNot} ${Errors}
    ${If} $R0 != "Admin"
      MessageBox MB_OK|MB_ICONSTOP "$(NoRights)" /SD IDOK
      SetErrorLevel 2
      Abort
    ${EndIf}
    StrCpy $ForAll 1
  ${EndIf}
  Call ChooseWhom
  Call ChooseFolder
FunctionEnd

; Where it is already, or else where such programs are.
Function ChooseFolder
  ${If} $INSTDIR == ""
    ReadRegStr $INSTDIR SHCTX "${UNINSTALL}" "InstallLocation"
  ${EndIf}
  ${If} $INSTDIR == ""
    ${If} $ForAll == 1
      StrCpy $INSTDIR "$PROGRAMFILES64\Tagbridge"
    ${Else}
      StrCpy $INSTDIR "$LOCALAPPDATA\Programs\Tagbridge"
    ${EndIf}
  ${EndIf}
FunctionEnd

Function AskForWhom
  UserInfo::GetAccountType
  Pop $R0
  ${If} $R0 != "Admin"
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "Tagbridge" "$(ForWhom)"
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateRadioButton} 0 10u 100% 12u "$(ForMe)"
  Pop $R0
  ${NSD_CreateRadioButton} 0 30u 100% 12u "$(ForEverybody)"
  Pop $Choice
  ${If} $ForAll == 1
    ${NSD_Check} $Choice
  ${Else}
    ${NSD_Check} $R0
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function TakeForWhom
  ${NSD_GetState} $Choice $R0
  ${If} $R0 == $ForAll
    Return
  ${EndIf}
  StrCpy $ForAll $R0
  Call ChooseWhom
  StrCpy $INSTDIR ""
  Call ChooseFolder
FunctionEnd

Function FindWebView
  StrCpy $WebView ""
  SetRegView 32
  ReadRegStr $WebView HKLM "${WEBVIEW}" "pv"
  ${If} $WebView == ""
    ReadRegStr $WebView HKCU "${WEBVIEW}" "pv"
  ${EndIf}
  SetRegView 64
  ${If} $WebView == "0.0.0.0"
    StrCpy $WebView ""
  ${EndIf}
FunctionEnd

Function TellOfWebView
  Call FindWebView
  ${If} $WebView != ""
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "Tagbridge" "WebView2"
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateLabel} 0 10u 100% 80u "$(NoWebView)"
  Pop $R0
  nsDialogs::Show
FunctionEnd

Section
  Call RefuseIfRuns
  SetOutPath "$INSTDIR"
  File "${FILES}\tagbridge.exe"
  File "${FILES}\tagbridge-desktop.exe"
  File "${FILES}\WebView2Loader.dll"
  File "..\LICENSE"
  File "${FILES}\third-party-licences.txt"
  File /oname=tagbridge.example.toml "..\bridge\src\config\default.toml"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\Tagbridge.lnk" "$INSTDIR\tagbridge-desktop.exe"
  Call FindWebView
  ${If} $WebView == ""
    DetailPrint "$(NoWebView)"
  ${EndIf}

  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "Tagbridge"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\tagbridge-desktop.exe"
  WriteRegStr SHCTX "${UNINSTALL}" "Publisher" "Tagbridge"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $R0 $R1 $R2
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" $R0

  ; A shell finds the program by this (App Paths), and nobody's PATH is rewritten.
  WriteRegStr SHCTX "Software\Microsoft\Windows\CurrentVersion\App Paths\tagbridge.exe" "" "$INSTDIR\tagbridge.exe"
SectionEnd

Function un.onInit
  SetRegView 64
  ; Whose it is stands where it was written.
  StrCpy $ForAll 0
  ReadRegStr $R0 HKLM "${UNINSTALL}" "InstallLocation"
  ${If} $R0 == $INSTDIR
    StrCpy $ForAll 1
  ${EndIf}
  Call un.ChooseWhom
  StrCpy $Choice 0
  ${GetParameters} $R1
  ClearErrors
  ${GetOptions} $R1 "/RemoveData" $R2
  ${IfNot} ${Errors}
    StrCpy $Choice 1
  ${EndIf}
FunctionEnd

Var Box
Function un.AskForData
  !insertmacro MUI_HEADER_TEXT "Tagbridge" "$(Data)"
  nsDialogs::Create 1018
  Pop $R0
  ${NSD_CreateCheckBox} 0 10u 100% 30u "$(RemoveData)"
  Pop $Box
  nsDialogs::Show
FunctionEnd

Function un.TakeForData
  ${NSD_GetState} $Box $Choice
FunctionEnd

Section Uninstall
  ; What the system runs in the background ends first; where there is nothing, nothing is told.
  ${If} $ForAll == 1
    nsExec::Exec '"$INSTDIR\tagbridge.exe" service uninstall bridge'
    Pop $R0
    nsExec::Exec '"$INSTDIR\tagbridge.exe" service uninstall service'
    Pop $R0
  ${EndIf}
  Call un.RefuseIfRuns
  Delete "$INSTDIR\tagbridge.exe"
  Delete "$INSTDIR\tagbridge-desktop.exe"
  Delete "$INSTDIR\WebView2Loader.dll"
  Delete "$INSTDIR\LICENSE"
  Delete "$INSTDIR\third-party-licences.txt"
  Delete "$INSTDIR\tagbridge.example.toml"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Tagbridge.lnk"
  DeleteRegKey SHCTX "${UNINSTALL}"
  DeleteRegKey SHCTX "Software\Microsoft\Windows\CurrentVersion\App Paths\tagbridge.exe"
  ; What the window's autostart wrote for this user.
  DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "Tagbridge"
  ${If} $Choice == 1
    SetShellVarContext current
    RMDir /r "$LOCALAPPDATA\tagbridge"
    RMDir /r "$APPDATA\tagbridge"
    RMDir /r "$LOCALAPPDATA\org.tagbridge.desktop"
    ${If} $ForAll == 1
      SetShellVarContext all
      RMDir /r "$APPDATA\Tagbridge"
    ${EndIf}
  ${EndIf}
SectionEnd
