import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { registerWorker } from './api/register-worker.ts'
import { pageStatus } from './api/server-mode.ts'
import { isPortalPath } from './shell/address.ts'
import { startLanguage, useLanguage } from './texts/language.ts'
import { applyTheme } from './theme/theme.ts'
import { CrashBoundary, CrashPage } from './ui/crash-page.tsx'
import { VersionNotice } from './ui/version-notice.tsx'
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
