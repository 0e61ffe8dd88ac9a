import { existsSync } from 'node:fs'

const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
// Chromium without windows: a journey takes a tenth less processor time, and a bare machine has no other either.
const windowless = '/usr/bin/chromium-headless-shell'

/**
 * A Chromium to test with: `CHROME_PATH`, the system's, or the one that npm brought (Linux x64, with its own libraries). `whole`
 * asks for the browser that people have, where there is one: for figures to be told of it.
 */
export async function chromiumPath({ whole = false } = {}): Promise<string> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return CHROME_PATH
  const installed = whole ? windowed : [windowless, ...windowed]
  const found = installed.find((path) => existsSync(path))
  if (found) return found
  // The package unpacks the libraries a bare machine lacks only where it believes to run in that environment.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

/**
 * What a browser should leave alone: the runner's own list, which a second flag of that name takes the place of, and the
 * pop-up of the address bar, whose 400 files every new window reads before it shows a page.
 */
const leftAlone = [
  'WebUIOmniboxPopup',
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

/** Without these a browser on a closed network keeps asking for hosts outside. */
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
