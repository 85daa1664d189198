import { RefreshCw, Search } from 'lucide-react'
import { useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { CheckField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { TabRow } from '../tab-row.tsx'
import styles from './directories-tab.module.css'
import { ProofDialog } from './proof-dialog.tsx'

type Report = ChatOutput<'POST /realm/ldap/sync'>['report']

interface LdapSyncCardProps {
  lastReport: Report | null
  reload: () => Promise<unknown>
}

/** Lets accounts follow the directory now, or only shows what would happen. */
export function LdapSyncCard({ lastReport, reload }: LdapSyncCardProps) {
  const texts = o.directories.sync
  const [open, setOpen] = useState<'dry run' | 'sync'>()
  const [dryRun, setDryRun] = useState<Report>()
  const [closesMany, setClosesMany] = useState(false)
  const close = () => setOpen(undefined)
  const report = dryRun ?? lastReport
  return (
    <Card title={texts.title}>
      <p className={styles.soft}>{texts.intro}</p>
      <TabRow>
        <Button icon={<Search />} onClick={() => setOpen('dry run')}>
          {texts.dryRun}
        </Button>
        <Button
          icon={<RefreshCw />}
          onClick={() => {
            setClosesMany(false)
            setOpen('sync')
          }}
        >
          {texts.now}
        </Button>
      </TabRow>
      {report ? <SyncReport report={report} /> : <p>{texts.none}</p>}
      {open === 'dry run' && (
        <ProofDialog
          title={texts.dryRun}
          onProof={async (proof) => {
            setDryRun((await callChat('POST /realm/ldap/sync', { dry_run: true, ...proof })).report)
          }}
          onClose={close}
        >
          <p>{texts.dryRunText}</p>
        </ProofDialog>
      )}
      {open === 'sync' && (
        <ProofDialog
          title={texts.now}
          onProof={async (proof) => {
            await callChat('POST /realm/ldap/sync', { closes_many: closesMany, ...proof })
            await reload()
            setDryRun(undefined)
          }}
          onClose={close}
        >
          <p>{texts.nowText}</p>
          <CheckField
            label={texts.closesMany}
            hint={texts.closesManyHint}
            checked={closesMany}
            onChange={(event) => setClosesMany(event.target.checked)}
          />
        </ProofDialog>
      )}
    </Card>
  )
}

const parts = ['created', 'changed', 'closed', 'groups', 'refused'] as const
/** Longer lists are collapsed. */
const FEW = 10

function SyncReport({ report }: { report: Report }) {
  const texts = o.directories.sync
  const { at, is_dry_run: isDryRun, people, problem } = report
  const headings = isDryRun ? texts.planned : texts.done
  const shown = parts.flatMap((part) => {
    const { count, names } = report[part] ?? { count: 0, names: [] }
    return count > 0 ? [{ part, count, names }] : []
  })
  const title = isDryRun ? texts.dryRunTitle : texts.lastTitle
  return (
    <section className={styles.stack} aria-label={title}>
      <h3>{title}</h3>
      <p className={styles.soft}>
        <DateTime at={new Date(at * 1000).toISOString()} />, {texts.people(people)}
      </p>
      {problem !== null && <Notice look="danger">{problem}</Notice>}
      {problem === null && shown.length === 0 && <p>{isDryRun ? texts.wouldDoNothing : texts.nothing}</p>}
      {shown.map(({ part, count, names }) => (
        <details key={`${at} ${part}`} open={count <= FEW}>
          <summary>{`${headings[part]}: ${count}`}</summary>
          <ul className={styles.names}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {count > names.length && <li>{texts.more(count - names.length)}</li>}
          </ul>
        </details>
      ))}
    </section>
  )
}
