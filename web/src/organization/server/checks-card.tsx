import { Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/section-page.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState } from '../../ui/view-states.tsx'
import styles from './server.module.css'

type Checks = ChatOutput<'POST /server/checks'>['checks']
type Level = Checks[number]['findings'][number]['level']

const looks = { ok: 'success', warning: 'warning', problem: 'danger', skipped: 'plain' } as const
/** The worst first. */
const order: readonly Level[] = ['problem', 'warning', 'ok', 'skipped']

/** What `switchboard doctor` finds, from inside the server. */
export function ChecksCard() {
  const texts = o.server
  const [checks, setChecks] = useState<Checks>()
  const { busy, error, run } = useSubmit()
  const examine = () => run(async () => setChecks((await callChat('POST /server/checks', {})).checks))
  return (
    <Card
      title={texts.checks}
      actions={
        <Button icon={<Stethoscope />} busy={busy} onClick={() => void examine()}>
          {busy ? texts.checking : texts.check}
        </Button>
      }
    >
      <p className={styles.soft}>{texts.checksIntro}</p>
      {error !== undefined && <ErrorState error={error} onRetry={() => void examine()} />}
      <div aria-live="polite">{checks && <Findings checks={checks} />}</div>
    </Card>
  )
}

function Findings({ checks }: { checks: Checks }) {
  const all = checks.flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })))
  all.sort((one, other) => order.indexOf(one.level) - order.indexOf(other.level))
  return (
    <ul className={styles.findings}>
      {all.map(({ name, level, text, remedy }) => (
        // The texts are those of the command, which are in English.
        <li key={`${name} ${text}`}>
          <Badge look={looks[level]}>{o.server.levels[level]}</Badge>
          <span lang="en">
            {text}
            {remedy !== undefined && <span className={styles.remedy}>{remedy}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
