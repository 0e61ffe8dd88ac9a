import { existsSync } from 'node:fs'

const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
// Headless Chromium: a journey takes a tenth less CPU time, and a bare machine has no other.
const windowless = '/usr/bin/chromium-headless-shell'

/**
 * A Chromium for tests: `CHROME_PATH`, the system's, or the one from npm (Linux x64, with its own libraries). `whole`
 * asks for a regular browser where there is one, for published figures.
 */
export async function chromiumPath({ whole = false } = {}): Promise<string> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return CHROME_PATH
  const installed = whole ? windowed : [windowless, ...windowed]
  const found = installed.find((path) => existsSync(path))
  if (found) return found
  // The package unpacks the libraries a bare machine lacks only when it believes it runs in that environment.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

/**
 * Disabled browser features: the runner's own list, which a second flag of that name replaces, and the address bar's
 * pop-ups: every new window starts a process for each and has it read 400 files before it shows a page.
 */
const leftAlone = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/** Without these, a browser on a closed network keeps contacting outside hosts. */
export const chromiumFlags = [
  `--disable-features=${leftAlone.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
