import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** For fax.example.com, signed by itself: it protects nothing but tests. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBizCCATGgAwIBAgIUU0OS5oPYaqbOo3sDO8+naNNOvekwCgYIKoZIzj0EAwIw
GjEYMBYGA1UEAwwPZmF4LmV4YW1wbGUuY29tMCAXDTI2MTExNjE3MTQwMloYDzIx
MjYxMDIzMTcxNDAyWjAaMRgwFgYDVQQDDA9mYXguZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAATA9c0LJCdArd4Ebg5Rx0cWDaFwymO5nXmX51Ln
Gmjx0l6NGM661GiitZWmOk1QZX6gAwAKtOTnYWGO7JNQFm8co1MwUTAdBgNVHQ4E
FgQUlLYfOc6P9sDmEinK12b1G2s0q98wHwYDVR0jBBgwFoAUlLYfOc6P9sDmEinK
12b1G2s0q98wDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEAnEoV
HUcfuR5WZJU6eXC3JwaxbzCkdaFntQpdq1/lZcUCID/y0NimfgPCEwojku+ZtZjK
q7VMIMXRQ91gtq7DBh+4
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSsxZ10yts0q//JFa
w066YWiV7erv0hQoqYzyvBNYMNChRANCAATA9c0LJCdArd4Ebg5Rx0cWDaFwymO5
nXmX51LnGmjx0l6NGM661GiitZWmOk1QZX6gAwAKtOTnYWGO7JNQFm8c
-----END PRIVATE KEY-----
`

/** The settings that let the mail port offer STARTTLS. */
export function faxMailTls(folder: string): Record<string, string> {
  const files = { FAX_MAIL_TLS_CERT: join(folder, 'fax.crt'), FAX_MAIL_TLS_KEY: join(folder, 'fax.key') }
  writeFileSync(files.FAX_MAIL_TLS_CERT, certificate)
  writeFileSync(files.FAX_MAIL_TLS_KEY, key)
  return files
}
