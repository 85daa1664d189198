import { type ComponentType, StrictMode, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { newVersion, registerWorker } from './api/register-worker.ts'
import { pageStatus } from './api/server-mode.ts'
import styles from './main.module.css'
import { isPortalPath } from './shell/address.ts'
import { startLanguage, useLanguage } from './texts/language.ts'
import { t } from './texts/texts.ts'
import { applyTheme } from './theme/theme.ts'
import { Button } from './ui/button.tsx'
import { CrashBoundary, CrashPage } from './ui/error-boundary.tsx'
import '@fontsource-variable/inter/wght.css'
import './theme/tokens.css'
import './theme/base.css'

applyTheme()

/** All apps are in one page. The address decides which one is loaded first. */
function load(): Promise<{ App: ComponentType }> {
  const { pathname } = location
  if (pageStatus() !== 200 || (pathname !== '/' && !isPortalPath(pathname)))
    return import('./entrance/entrance-app.tsx')
  const view = isPortalPath(pathname)
    ? import('./portal/portal-view.tsx')
    : import('./workspace/chat-view.tsx')
  // The workspace shows the error when it needs the view.
  view.catch(() => {})
  return import('./workspace/workspace-app.tsx')
}

/** Rendered again as a whole in another language. */
function Page({ app: App }: { app: ComponentType }) {
  useLanguage()
  return (
    <>
      <CrashBoundary>
        <App />
      </CrashBoundary>
      <VersionNotice />
    </>
  )
}

async function start(): Promise<void> {
  const root = createRoot(document.getElementById('root')!)
  try {
    const loading = load()
    await startLanguage()
    const { App } = await loading
    root.render(
      <StrictMode>
        <Page app={App} />
      </StrictMode>,
    )
  } catch (error) {
    // A file of the app could not be loaded: the network is gone, or a newer version has replaced it.
    root.render(<CrashPage error={error} />)
  }
}

// The worker stores the app after it was shown, so the first visit does not load everything twice at once.
void start().then(registerWorker)

/** Offers to reload once a newer version of the app is installed. Once in the page. */
function VersionNotice() {
  const isNew = useSyncExternalStore(newVersion.subscribe, newVersion.get)
  const [dismissed, setDismissed] = useState(false)
  if (!isNew || dismissed) return null
  return (
    <div role="status" className={styles.place}>
      <p className={styles.notice}>
        {t.ui.newVersion}
        <Button size="small" look="primary" onClick={() => location.reload()}>
          {t.ui.reload}
        </Button>
        <Button size="small" look="quiet" onClick={() => setDismissed(true)}>
          {t.ui.later}
        </Button>
      </p>
    </div>
  )
}
