import { Component, type ReactNode } from 'react'
import { isMissingFile, messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { EntrancePage } from './entrance-page.tsx'
import { Notice } from './notice.tsx'
import { ErrorState } from './view-states.tsx'

/** Keeps an error in one view from breaking the page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // React keeps the failure of a file for as long as the page is open.
    const retry = () => (isMissingFile(error) ? location.reload() : this.setState({ error: undefined }))
    return <ErrorState error={error} onRetry={retry} />
  }
}

/** Shown instead of the whole app when it fails. */
export function CrashPage({ error }: { error: unknown }) {
  return (
    <EntrancePage title={t.ui.somethingWentWrong} intro={t.ui.crashHelp}>
      <Notice look="danger">{messageOf(error)}</Notice>
      <Button look="primary" onClick={() => location.reload()}>
        {t.ui.reload}
      </Button>
    </EntrancePage>
  )
}

export class CrashBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <CrashPage error={this.state.error} />
  }
}
