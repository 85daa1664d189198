import { p } from '../../texts/portal-texts.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../../ui/section-page.tsx'
import styles from './inspector.module.css'

const install = 'npm install socket.io-client'

/** With the address of this server; the key stays a placeholder: samples are shared. */
function sampleOf(origin: string, key: string): string {
  return `import { io } from 'socket.io-client'

const socket = io('${origin}', { path: '/ws/' })
let last
socket.on('connect', () => {
  socket.emit('authenticate', { token: '${key}', last_event_id: last })
})
socket.on('unauthorized', (reason) => console.error(reason))
socket.onAny((name, payload, { event_id } = {}) => {
  if (event_id) last = event_id
  console.log(name, payload)
})
`
}

export function ConnectSample() {
  return (
    <Card title={p.inspector.howTo}>
      <p className={styles.soft}>{p.inspector.howToIntro}</p>
      <Sample title={p.inspector.install} code={install} />
      <Sample title={p.inspector.program} code={sampleOf(location.origin, p.inspector.yourKey)} />
    </Card>
  )
}

function Sample({ title, code }: { title: string; code: string }) {
  return (
    <div className={styles.sample}>
      <div className={styles.sampleHead}>
        <h3>{title}</h3>
        <CopyButton text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
      <pre className={styles.payload} tabIndex={0}>
        {code}
      </pre>
    </div>
  )
}
