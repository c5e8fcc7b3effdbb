// What to do about a server's certificate that Node refuses. Its errors have codes, and sentences, which may come alone.

const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames/,
    ' Its certificate is for another host: give the address a name that it has.',
  ],
  [/CERT_HAS_EXPIRED|certificate has expired/, ' Its certificate has expired.'],
  [
    /SELF_SIGNED_CERT|self[- ]signed certificate|UNABLE_TO_(VERIFY_LEAF_SIGN|GET_ISSUER_CERT)|unable to (verify the first|get (local )?issuer) certificate/,
    ' Node does not trust its certificate: name the file with that of its authority in NODE_EXTRA_CA_CERTS.',
  ],
];

/** A sentence behind a blank; nothing if the reason is not of a certificate. */
export const certificateRemedy = (reason: string): string => REMEDIES.find(([said]) => said.test(reason))?.[1] ?? '';
