import { Failure } from './failure';
test('a failure keeps its exit code', () => expect(new Failure('x', 2).exitCode).toBe(2));
