/** What a browser needs to install the web app. */
export const webManifest = (name: string) => ({
  id: '/',
  name,
  short_name: name.length > LONGEST_SHORT_NAME ? 'Switchboard' : name,
  description: 'Team chat, texts, faxes and phones',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // The colours of web/src/theme/tokens.css: the accent and the light ground.
  theme_color: '#3d5afe',
  background_color: '#f4f5f9',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/switchboard.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Chat', url: '/' },
    { name: 'Phones', url: '/portal' },
  ],
})

/** Longer names do not fit under an icon. */
const LONGEST_SHORT_NAME = 20
