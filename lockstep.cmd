@echo off
rem Runs Lockstep's examples and tools on Windows: lockstep SUBCOMMAND [OPTION...]; lockstep --help names them.
rem Builds them first when the sources are newer than the last build. Does what the script for sh beside it does, but
rem does not keep apart two that build at the same time: let the first run end before a second one begins.
rem
rem   JAVA_HOME            the JDK to use, 17 or newer; without it, the java on the PATH
rem   LOCKSTEP_JAVA_OPTS   further options for the JVM, separated by spaces

setlocal EnableExtensions DisableDelayedExpansion
set "MIN_JAVA=17"
set "root=%~dp0"
set "jar=%root%examples\target\lockstep.jar"
set "archive=%root%examples\target\lockstep.jsa"

set "java=java.exe"
if not defined JAVA_HOME goto java_on_path
set "java=%JAVA_HOME%\bin\java.exe"
if not exist "%java%" goto no_java_home
goto check_java
:java_on_path
where java.exe >nul 2>nul
if errorlevel 1 goto no_java
:check_java
set "version="
for /f "tokens=1-3" %%a in ('""%java%" -version 2^>^&1"') do if "%%b"=="version" set "version=%%~c"
if not defined version goto no_version
set "major=0"
for /f "delims=.-+_" %%v in ("%version%") do set "major=%%v"
if %major% LSS %MIN_JAVA% goto old_java

if not exist "%jar%" goto build
powershell -NoProfile -NonInteractive -Command "Set-Location -LiteralPath $env:root; $made = (Get-Item -LiteralPath $env:jar).LastWriteTimeUtc; $sources = @('pom.xml'); foreach ($module in 'election', 'lockstep-core', 'codecs', 'testkit', 'transport-aeron', 'micrometer', 'transport-ice', 'lobby', 'examples') { $sources += $module + '\src\main', $module + '\pom.xml' }; if (Get-Item $sources -ErrorAction SilentlyContinue | ForEach-Object { $_; Get-ChildItem -LiteralPath $_.FullName -Recurse } | Where-Object { $_.LastWriteTimeUtc -gt $made } | Select-Object -First 1) { exit 1 }"
if errorlevel 1 goto build

:run
rem A recording is verified before the second compiler has paid for itself, and a match calls everything 60 times a second.
set "compiler="
for %%c in (replay peer demo watch stat) do if "%~1"=="%%c" set "compiler=-XX:TieredStopAtLevel=1"
rem The classes that a match loads, laid out by the build; a JVM that did not make the archive ignores it without a word.
set "classes="
if exist "%archive%" set classes="-XX:SharedArchiveFile=%archive%"
"%java%" -XX:+UseSerialGC -XX:-UsePerfData -Xshare:auto %classes% -Xlog:cds=off %compiler% %LOCKSTEP_JAVA_OPTS% -jar "%jar%" %*
exit /b %ERRORLEVEL%

:build
where mvn >nul 2>nul
if errorlevel 1 goto no_maven
if exist "%jar%" (echo Building Lockstep, its sources have changed... 1>&2) else (echo Building Lockstep, first run only... 1>&2)
if exist "%jar%" del /q "%jar%" 2>nul
if exist "%jar%" goto in_use
pushd "%root%"
rem Standard output belongs to the program and standard input to whoever pipes into it, so Maven gets neither.
call mvn -B -q -ntp "-Dmaven.test.skip=true" "-Dcheckstyle.skip" "-Dforbiddenapis.skip" "-Denforcer.skip" package 1>&2 <nul
set "code=%ERRORLEVEL%"
popd
if not "%code%"=="0" goto build_failed
if not exist "%jar%" goto build_failed
goto run

:no_java_home
echo lockstep: JAVA_HOME is %JAVA_HOME%, but there is no bin\java.exe in it 1>&2
exit /b 1
:no_java
echo lockstep: Java not found: install a JDK %MIN_JAVA% or newer, or set JAVA_HOME 1>&2
exit /b 1
:no_version
echo lockstep: cannot tell the version of %java%: install a JDK %MIN_JAVA% or newer, or set JAVA_HOME 1>&2
exit /b 1
:old_java
echo lockstep: %java% is Java %version%, but Lockstep needs %MIN_JAVA% or newer: install one, or set JAVA_HOME 1>&2
exit /b 1
:no_maven
echo lockstep: Maven not found: the first run builds Lockstep with mvn 3.8.7 or newer 1>&2
exit /b 1
:in_use
echo lockstep: cannot replace %jar%: is a Lockstep still running? 1>&2
exit /b 1
:build_failed
del /q "%jar%" 2>nul
echo lockstep: the build failed; the lines above say why 1>&2
exit /b 1
