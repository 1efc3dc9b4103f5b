import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Passkey } from './passkey.entity';

@ObjectType({ simpleResolvers: true, description: 'A session of the signed-in account.' })
export class AccountSession {
  @Field(() => ID, { description: 'The ID of the session. It grants no access.' })
  id!: string;

  @Field(() => String, { description: 'The browser and operating system, such as `Chrome on macOS`.' })
  device!: string;

  @Field(() => String, { nullable: true, description: 'The network of the IP address that signed in.' })
  network!: string | null;

  @Field(() => Date, { description: 'When the session started.' })
  createdAt!: Date;

  @Field(() => Date, { description: 'When the session was last used, to the minute.' })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: 'Whether it is the caller’s session.' })
  isCurrent!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'How the signed-in account signs in, and where it is signed in.' })
export class AccountSecurity {
  @Field(() => [Passkey], { description: 'The account’s passkeys, oldest first, at most 20.' })
  passkeys!: Passkey[];

  @Field(() => Boolean, { description: 'Whether sign-ins ask for a code of an authenticator app.' })
  hasAuthenticator!: boolean;

  @Field(() => Int, { description: 'The number of unused recovery codes.' })
  recoveryCodesLeft!: number;

  @Field(() => [AccountSession], { description: 'The account’s latest 100 sessions, last used first.' })
  sessions!: AccountSession[];
}

@ObjectType({ simpleResolvers: true, description: 'What the browser needs to create a passkey or to sign with one.' })
export class PasskeyRequest {
  @Field(() => String, { description: 'Identifies the request when it is finished. Valid for five minutes.' })
  challenge!: string;

  @Field(() => GraphQLJSONObject, { description: 'The options for the browser’s WebAuthn API, in JSON.' })
  options!: object;
}

@ObjectType({ simpleResolvers: true, description: 'An authenticator app to be set up. Shown only once.' })
export class AuthenticatorSetup {
  @Field(() => String, { description: 'The key to type into the app, in base32.' })
  secret!: string;

  @Field(() => String, { description: 'The `otpauth:` URI.' })
  uri!: string;

  @Field(() => String, { description: 'The QR code of the URI, as a `data:` URL of an SVG image.' })
  qrCode!: string;
}
