# What the page of a report is drawn with: Vega and Vega-Lite from npm, in one script. Sets `report_web`, the folder of the
# script and the style, and `report_web_files`.
find_program(KENN_NODE NAMES node nodejs)
find_program(KENN_NPM npm)
if(NOT KENN_NODE OR NOT KENN_NPM)
  message(FATAL_ERROR "node and npm are needed for the charts of reports: `scripts/setup build` installs them")
endif()

set(report_web ${PROJECT_BINARY_DIR}/web)
set(web_source ${PROJECT_SOURCE_DIR}/src/report/web)
set(omitted "")
if(NOT KENN_BUILD_TESTS)
  set(omitted --omit=dev)  # the driver of browsers
endif()

file(MAKE_DIRECTORY ${report_web})
add_custom_command(OUTPUT ${report_web}/npm.stamp
  COMMAND ${CMAKE_COMMAND} -E copy ${web_source}/package.json ${web_source}/package-lock.json ${report_web}
  COMMAND ${KENN_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error ${omitted}
  COMMAND ${CMAKE_COMMAND} -E touch ${report_web}/npm.stamp
  DEPENDS ${web_source}/package.json ${web_source}/package-lock.json
  WORKING_DIRECTORY ${report_web}
  COMMENT "Getting the packages for charts from npm"
  VERBATIM)
add_custom_command(OUTPUT ${report_web}/bundle.js ${report_web}/bundle.sha256 ${report_web}/report.css
  COMMAND ${KENN_NODE} ${web_source}/bundle.mjs ${report_web} ${report_web}
  COMMAND ${CMAKE_COMMAND} -E copy ${web_source}/report.css ${report_web}
  DEPENDS ${report_web}/npm.stamp ${web_source}/bundle.mjs ${web_source}/report.js ${web_source}/report.css
  COMMENT "Bundling the script of reports"
  VERBATIM)
set(report_web_files ${report_web}/bundle.js ${report_web}/bundle.sha256 ${report_web}/report.css)
