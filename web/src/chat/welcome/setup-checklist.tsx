import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, ListChecks } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { isMissing } from '../../api/server-mode.ts'
import { o } from '../../texts/organization-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { chatKeys } from '../state/chat-keys.ts'
import styles from './setup-checklist.module.css'

type Setup = ChatOutput<'GET /realm/setup'>
type Step = keyof Omit<Setup, 'result' | 'msg' | 'ignored_parameters_unsupported'> | 'phones'

const DISMISSED = 'switchboard-setup-dismissed'

/** Where each step is done. The last ones are for the operator of the server, and have no page. */
const links: Record<Step, string | undefined> = {
  icon: '#organization/settings',
  people: '#organization/invitations',
  streams: '#streams',
  phones: '/portal',
  mail_server: undefined,
  backups: undefined,
}

/** How much of what a new organization should have is done, and the list of it. It disappears when everything is, or on request. */
export function SetupChecklist() {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null)
  const { data } = useQuery({
    queryKey: chatKeys.setup,
    queryFn: ({ signal }) => findSetup(signal),
    enabled: !dismissed,
  })
  if (dismissed || !data) return null
  const steps = (Object.keys(links) as Step[]).filter((step) => data[step] !== null)
  const done = steps.filter((step) => data[step])
  if (done.length === steps.length) return null
  const texts = o.setup
  function dismiss() {
    localStorage.setItem(DISMISSED, 'yes')
    setDismissed(true)
  }
  return (
    <>
      <span ref={anchor}>
        <Button
          size="small"
          icon={<ListChecks />}
          title={texts.title}
          aria-label={`${texts.title}: ${texts.progress(done.length, steps.length)}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.progress(done.length, steps.length)}
        </Button>
      </span>
      {isOpen && (
        <Popover anchor={anchor} label={texts.title} onClose={() => setOpen(false)}>
          <div className={styles.card}>
            <h2>{texts.title}</h2>
            <ul className={styles.steps}>
              {steps.map((step) => (
                <SetupStep key={step} step={step} done={data[step] === true} />
              ))}
            </ul>
            <Button size="small" onClick={dismiss}>
              {texts.dismiss}
            </Button>
          </div>
        </Popover>
      )}
    </>
  )
}

/** The chat does not know the phones: they belong to the workspace. */
async function findSetup(signal: AbortSignal): Promise<Record<Step, boolean | null>> {
  const [setup, { phone_registered: phones }] = await Promise.all([
    callChat('GET /realm/setup', {}, { signal }),
    callChat('GET /workspace/setup', {}, { signal }),
  ])
  return { ...setup, phones }
}

function SetupStep({ step, done }: { step: Step; done: boolean }) {
  const texts = o.setup
  const { title, hint } = step === 'phones' && isMissing('sip') ? texts.noSip : texts.steps[step]
  const link = links[step]
  return (
    <li className={styles.step}>
      <span className={done ? styles.done : styles.open}>
        {done ? <CircleCheck aria-hidden="true" /> : <CircleDashed aria-hidden="true" />}
        <span className="visually-hidden">{done ? texts.done : texts.open} </span>
      </span>
      <span>
        {link && !done ? <a href={link}>{title}</a> : title}
        {!done && <span className={styles.hint}>{hint}</span>}
      </span>
    </li>
  )
}
