// What a test allows to be as long as 150 comes as long as that: without this fast-check makes lists of ten at most, however
// large their maxLength is.
import fc from 'fast-check';

fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
