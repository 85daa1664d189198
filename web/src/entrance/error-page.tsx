import { e } from '../texts/entrance-texts.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'

/** The server answered the address with an error. */
export function ErrorPage({ status }: { status: number }) {
  const { title, help } = describe(status)
  const mayPass = status === 429 || status >= 500
  return (
    <EntrancePage title={title}>
      <p>{help}</p>
      {mayPass && (
        <Button look="primary" onClick={() => location.reload()}>
          {t.ui.tryAgain}
        </Button>
      )}
      <p>
        <a href="/">{e.toApp}</a>
      </p>
    </EntrancePage>
  )
}

function describe(status: number): { title: string; help: string } {
  const { errors } = e
  if (status === 503 || status === 429) return { title: errors.unavailable, help: errors.unavailableHelp }
  if (status >= 500) return { title: errors.failed, help: errors.failedHelp }
  const isFile = location.pathname.startsWith('/user_uploads/')
  return isFile
    ? { title: errors.file, help: errors.fileHelp }
    : { title: errors.notFound, help: errors.notFoundHelp }
}
