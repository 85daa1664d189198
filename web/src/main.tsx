import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadTexts } from './texts/texts.ts'
import { applyTheme } from './theme/theme.ts'
import './theme/tokens.css'
import './theme/base.css'

applyTheme()

/** Both apps are in one page. The address decides which one is loaded. */
async function start(): Promise<void> {
  const isPortal = location.pathname === '/portal' || location.pathname.startsWith('/portal/')
  const loading = isPortal ? import('./portal/portal-app.tsx') : import('./chat/chat-app.tsx')
  await loadTexts()
  const { App } = await loading
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start()
