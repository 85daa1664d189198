import styles from './progress.module.css'

/** Progress from 0 to 1. */
export function ProgressBar({ label, value }: { label: string; value: number }) {
  const percent = Math.round(value * 100)
  return <progress className={styles.bar} aria-label={label} max={100} value={percent} />
}

/** Decorative: the text beside it says what is going on. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />
}
