/**
 * Reports as one file of HTML that needs nothing else: tables, and figures as plain SVG.
 */
package io.lockstep.examples.report;
